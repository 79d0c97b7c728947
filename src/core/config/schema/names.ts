/** Names are shown, matched and written into records; none ever becomes a path. */
export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const NAME_RULE = 'letters, digits, `.`, `_` and `-`, at most 64, beginning with a letter or digit';

/** What systemd allows in the name of a unit; a leading dash would be an option. */
export const UNIT = /^[A-Za-z0-9:_.\\@][A-Za-z0-9:_.\\@-]{0,246}\.service$/;

/** Of a device or of an instance of a split one (MIG, also by its older name), as `nvidia-smi -L` prints it. */
export const UUID =
  /^(?:(?:GPU|MIG)-[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|MIG-GPU-[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\/\d{1,2}\/\d{1,2})$/;

/** PCI address of an AMD device, as `amd-smi list` and the kernel print it. */
export const PCI_ADDRESS = /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/;

/** Usable as a name in an expression. */
export const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
export const PARAMETER_NAME_RULE = 'letters, digits and `_`, at most 64, beginning with a letter';

/** Never like a number: mappings would not keep their order. */
export const OPTION_NAME = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;
export const OPTION_NAME_RULE = 'letters, digits, `.`, `_` and `-`, at most 64, beginning with a letter';

export const FLAG = /^--?[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9][A-Za-z0-9_-]*)*$/;
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const FLAG_OR_VARIABLE =
  /^(?:--?[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9][A-Za-z0-9_-]*)*|[A-Za-z_][A-Za-z0-9_]*)$/;
export const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
export const BUILTIN = /^builtin:[a-z0-9-]+$/;
