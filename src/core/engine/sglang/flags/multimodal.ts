/** Inputs that are no text. Columns: see `../flags.ts`. */
export const MULTIMODAL = `
--enable-multimodal | switch
--mm-attention-backend | choice
--enable-broadcast-mm-inputs-process | switch | false
--enable-prefix-mm-cache | switch | false
--mm-enable-dp-encoder !--no-mm-enable-dp-encoder | switch
--mm-process-config | json
--mm-processor-worker-num | number | 0
--mm-io-worker-num | number | 0
--allowed-media-domains | list
--media-url-max-file-size-mb | number | 64
--mm-preprocess-cache-size-mb | number
--trust-mm-content-hashes | switch | false
--limit-mm-data-per-request | json
--enable-mm-global-cache | switch | false
--image-processor-backend | choice | auto
--mm-global-cache-backend | choice | mooncake
--disable-fast-image-processor | switch | false
--mm-feature-transport | choice
`;
