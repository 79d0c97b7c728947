/** Endpoints whose JSON is read. Older builds know the first one only as the last one. */
export const REPORT_PATHS: readonly string[] = [
  '/server_info',
  '/model_info',
  '/v1/models',
  '/get_server_info',
];
