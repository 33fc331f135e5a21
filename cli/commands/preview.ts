export async function preview(_: unknown) {}
