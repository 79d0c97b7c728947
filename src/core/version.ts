/** Must equal the version of package.json (a test compares them). */
export const HOLDPOINT_VERSION = '0.1.0';
