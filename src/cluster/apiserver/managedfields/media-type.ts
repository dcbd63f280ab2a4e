/** The content type of a server-side apply. The body is the config as a document. */
export const APPLY_PATCH = 'application/apply-patch+yaml';
