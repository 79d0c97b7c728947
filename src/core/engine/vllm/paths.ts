/** The effective configuration; only with `VLLM_SERVER_DEV_MODE=1`. Its text form has no values of the scheduler. */
export const SERVER_INFO = '/server_info?config_format=json';
/** The configuration of the cache, the start of the process and the counters of drafts. */
export const METRICS = '/metrics';
export const MODELS = '/v1/models';
export const VERSION = '/version';

/** Endpoints that are read, the one that knows most first. */
export const REPORT_PATHS: readonly string[] = [SERVER_INFO, METRICS, MODELS, VERSION];
