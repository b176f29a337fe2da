/** The import or export failed as a whole; the message says why and names the file or address. */
export class TransferProblem extends Error {}

/** The user stopped it; nothing was written. */
export class Stopped extends Error {}
