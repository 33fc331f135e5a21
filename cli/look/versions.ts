// Published names of pictures and the caches of both depend on these: raise one when what the code makes of the same original changes.

export const picturesVersion = 1;
export const fontsVersion = 1;
