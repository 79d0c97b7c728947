/** Light and dark come from the reader's own choice; paper is always light. No address in it: nothing is loaded. */
export const STYLE = `
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--soft:#f4f6f8;--line:#c9d1d9;--faint:#57606a;
--good:#116329;--bad:#a40e26;--doubtful:#7a4b00;--link:#0a53a8;--good-back:#e8f6ec;--bad-back:#fdecee;
--c0:#0a53a8;--c1:#b0500a;--c2:#1a7f37;--c3:#8250df;--c4:#bf3989;--c5:#57606a;--c6:#9a6700;--c7:#0e7a82;--other:#848e98}
@media (prefers-color-scheme:dark){:root{--back:#12161b;--text:#e6edf3;--soft:#1b2128;--line:#3d4650;--faint:#a9b4bf;
--good:#56d364;--bad:#ff8f87;--doubtful:#e3b341;--link:#7cc0ff;--good-back:#12261a;--bad-back:#2f1618;
--c0:#6cb6ff;--c1:#ffa657;--c2:#56d364;--c3:#c8a2ff;--c4:#ff8ccb;--c5:#a9b4bf;--c6:#e3b341;--c7:#5ccfd6;--other:#6e7a87}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:80rem;background:var(--back);color:var(--text);
font:16px/1.5 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:.2rem 0}
h2{font-size:1.25rem;margin:2rem 0 .5rem;padding-top:.6rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
p,ul,dl{margin:.4rem 0}
ul{padding-left:1.3rem}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:3px solid var(--link);outline-offset:1px}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;padding:0}
code,pre{font:.85em/1.5 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;margin:.4rem 0;
white-space:pre-wrap;overflow-wrap:anywhere}
.faint{color:var(--faint)}.good{color:var(--good)}.bad{color:var(--bad)}.doubtful{color:var(--doubtful)}
.simulated{border:2px solid var(--doubtful);color:var(--doubtful);border-radius:6px;padding:.3rem .7rem;font-weight:600}
.decision{border:1px solid var(--line);border-left:6px solid var(--faint);border-radius:6px;background:var(--soft);
padding:.6rem 1rem;margin:1rem 0}
.decision.winner{border-left-color:var(--good)}.decision.owed{border-left-color:var(--bad)}
.decision h2{border:0;margin:0;padding:0;font-size:1.35rem}
dl{display:grid;grid-template-columns:fit-content(18rem) 1fr;gap:.15rem 1rem}
dt{color:var(--faint)}dd{margin:0}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px;margin:.5rem 0}
table{border-collapse:collapse;width:100%;font-size:.875rem;overflow-wrap:normal}
.caption{color:var(--faint);font-size:.875rem;margin:.8rem 0 .2rem}
.scroll table{width:max-content;min-width:100%}
.scroll td{max-width:22rem}
th,td{padding:.35rem .6rem;border-top:1px solid var(--line);text-align:left;vertical-align:top}
thead th{background:var(--soft);font-weight:600;vertical-align:bottom;max-width:14rem;overflow-wrap:anywhere}
thead th.number{white-space:normal}
tbody th{font-weight:600;min-width:9rem;max-width:20rem;overflow-wrap:anywhere}
tbody th small{display:block;font-weight:400;color:var(--faint)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.number small{display:block;color:var(--faint)}
tr.good th,tr.good td{background:var(--good-back)}tr.bad th,tr.bad td{background:var(--bad-back)}
tr.faint th,tr.faint td{color:var(--faint)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:1rem}
figure{margin:.5rem 0;border:1px solid var(--line);border-radius:6px;padding:.6rem;min-width:0}
figcaption{font-weight:600;font-size:.95rem}
figcaption small{display:block;font-weight:400;color:var(--faint)}
svg{display:block;width:100%;overflow:visible}
svg text{fill:var(--text);font:12px system-ui,"DejaVu Sans",sans-serif}
svg .tick{fill:var(--faint)}
svg .grid{stroke:var(--line);stroke-width:1}
svg .axis{stroke:var(--faint);stroke-width:1}
svg .front{stroke:var(--faint);stroke-width:1.5;stroke-dasharray:4 4}
.rows{width:100%;table-layout:fixed;font-size:.85rem;overflow-wrap:anywhere}
.rows th,.rows thead th{font-weight:400;border:0;padding:.1rem .5rem .1rem 0;width:32%;min-width:0;max-width:none;vertical-align:middle;background:none}
.rows thead th{color:var(--faint)}.rows thead th:nth-child(2){width:auto}.rows thead th:last-child{width:12.5rem;text-align:right;padding-right:0}
.rows td{border:0;padding:.1rem 0;vertical-align:middle}
.rows td.number{padding-left:.6rem;white-space:normal;overflow-wrap:anywhere}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;list-style:none;padding:0;font-size:.85rem}
.legend svg{display:inline-block;width:26px;height:10px;vertical-align:middle;margin-right:.3rem}
.k0{fill:var(--c0);stroke:var(--c0)}.k1{fill:var(--c1);stroke:var(--c1)}.k2{fill:var(--c2);stroke:var(--c2)}
.k3{fill:var(--c3);stroke:var(--c3)}.k4{fill:var(--c4);stroke:var(--c4)}.k5{fill:var(--c5);stroke:var(--c5)}
.k6{fill:var(--c6);stroke:var(--c6)}.k7{fill:var(--c7);stroke:var(--c7)}.other{fill:var(--other);stroke:var(--other)}
line.k0,line.k1,line.k2,line.k3,line.k4,line.k5,line.k6,line.k7,line.other{stroke-width:2}
.bare{stroke:none}
.bar{stroke:var(--back);stroke-width:1}
details{border:1px solid var(--line);border-radius:6px;padding:.4rem .8rem;margin:.4rem 0}
summary{cursor:pointer;font-weight:600}
@media (min-width:60rem){.scroll tbody th{min-width:14rem}}
@media (max-width:30rem){body{padding:.7rem}dl{grid-template-columns:fit-content(6rem) 1fr}figure{padding:.5rem}
th,td{padding:.3rem .45rem}tbody th{max-width:10rem}.rows thead th:last-child{width:6rem}}
@media print{:root{color-scheme:light;--back:#fff;--text:#000;--soft:#fff;--line:#999;--faint:#444;--good:#0b4a1d;
--bad:#8a0a1f;--doubtful:#5c3800;--link:#000;--good-back:#fff;--bad-back:#fff;--c0:#0a53a8;--c1:#b0500a;--c2:#1a7f37;
--c3:#8250df;--c4:#bf3989;--c5:#57606a;--c6:#9a6700;--c7:#0e7a82;--other:#848e98}
body{max-width:none;padding:0;font-size:10pt}nav{display:none}.scroll{overflow:visible;border:0}
table{font-size:8pt}figure,tr,details,.decision{break-inside:avoid}h2,h3{break-after:avoid}
details::details-content{content-visibility:visible;display:block;height:auto}}
`;
