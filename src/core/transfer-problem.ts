/** The import or export failed as a whole. The message gives the reason and the file or URL. */
export class TransferProblem extends Error {}

/** The user stopped it; nothing was written. */
export class Stopped extends Error {}
