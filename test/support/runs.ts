const factor = Number(process.env['KALENDS_RUNS'] ?? 1);

/** The length of a random walk: the usual one, times KALENDS_RUNS. */
export const runs = (usual: number): number => Math.round(usual * factor);
