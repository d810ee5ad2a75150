/** 1 MiB. */
export const limitBytes = 1024 * 1024;
