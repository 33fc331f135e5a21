export async function dev(_: unknown) {}
