/** What goes into one step. Columns: see `../flags.ts`. */
export const SCHEDULING = `
--max-num-batched-tokens | size
--max-num-scheduled-tokens | size
--max-num-seqs | number
--max-num-active-seqs | number
--max-num-queued-reqs | number
--max-num-queued-tokens | size
--long-prefill-token-threshold | number | 0
--long-prefill-token-threshold-adaptive | toggle | false
--scheduling-policy | choice | fcfs
--enable-chunked-prefill | toggle
--disable-chunked-mm-input | toggle | false
--scheduler-cls | text
--scheduler-reserve-full-isl | toggle | true
--watermark | number | 0.0
--prefill-schedule-interval | number | 1
--disable-hybrid-kv-cache-manager | toggle
--async-scheduling | toggle
--stream-interval | number | 1
`;
