/** Devices and numeric checks on them. Columns: see `../flags.ts`. */
export const DEVICE = `
--device | text
--base-gpu-id | number | 0
--gpu-id-step | number | 1
--random-seed | number
--mlx-enable-sampling | switch | false
--watchdog-timeout | number | 300
--soft-watchdog-timeout | number
--sleep-on-idle | switch | false
--use-ray | switch | false
--numa-node | list
--gc-threshold | list
`;
