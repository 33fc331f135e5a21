export async function newPost(_: string, __: unknown) {}
