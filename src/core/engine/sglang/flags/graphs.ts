/** Graphs, compilation and overlap. Columns: see `../flags.ts`. */
export const GRAPHS = `
--cuda-graph-config | json
--cuda-graph-backend-decode | choice
--cuda-graph-backend-prefill | choice
--cuda-graph-max-bs-decode | number
--cuda-graph-max-bs-prefill | number
--cuda-graph-max-seq-len-prefill | number
--cuda-graph-bs-decode | list
--cuda-graph-bs-prefill | list
--cuda-graph-prefill-max-context --context-bucket | size
--disable-prefill-cuda-graph | switch | false
--disable-decode-cuda-graph | switch | false
--disable-cuda-graph-padding | switch | false
--enable-profile-cuda-graph | switch | false
--enable-cudagraph-gc | switch | false
--debug-cuda-graph | switch | false
--enable-torch-compile | switch | false
--enable-torch-compile-debug-mode | switch | false
--torch-compile-max-bs | number | 32
--enable-two-batch-overlap | switch | false
--enable-single-batch-overlap | switch | false
--tbo-token-distribution-threshold | number | 0.48
--disable-cuda-graph | switch | false
--cuda-graph-max-bs | number
--cuda-graph-bs | list
`;
