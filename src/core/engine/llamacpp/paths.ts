/** Endpoints whose JSON is read; each may be switched off in a server's command. */
export const REPORT_PATHS: readonly string[] = ['/props', '/slots', '/v1/models'];
