export async function mergeTable(_merge: unknown): Promise<void> {}
