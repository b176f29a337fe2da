/** The whole import or export cannot be done; the message says why and names the file or address. */
export class TransferProblem extends Error {}

/** Somebody stopped it; nothing was kept. */
export class Stopped extends Error {}
