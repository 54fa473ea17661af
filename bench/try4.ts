import { cpuMs } from './cpu.ts';
import { packList, unpackList } from '../src/message-pack.ts';
import { toBytes } from '../src/wire.ts';
const v=Float64Array.from({length:80},(_, i)=>i/7); const tb=toBytes(v);
let sink:any;
function time(name:string,f:(i:number)=>any,n=400000){ for(let i=0;i<n/2;i++) sink=f(i); const r:number[]=[]; for(let k=0;k<7;k++){const t=cpuMs(); for(let i=0;i<n;i++) sink=f(i); r.push((cpuMs()-t)/n*1e6);} console.log(name.padEnd(30),r.sort((a,b)=>a-b)[3]!.toFixed(0),'ns'); }
time('packList big',i=>packList(['answer',i&127,tb]));
time('packList small',i=>packList(['answer',i&127]));
const b=packList(['answer',7,tb])!, s=packList(['answer',7])!;
time('unpackList big',()=>unpackList(b));
time('unpackList small',()=>unpackList(s));
let slab=new Uint8Array(65536),at=0;
time('slab only',()=>{ if(at+656>65536){slab=new Uint8Array(65536);at=0;} const r=new Uint8Array(slab.buffer,at,656); at+=656; return r;});
time('slab unsafe',()=>{ if(at+656>65536){slab=Buffer.allocUnsafeSlow(65536);at=0;} const r=new Uint8Array(slab.buffer,at,656); at+=656; return r;});
time('slab + set',()=>{ if(at+656>65536){slab=new Uint8Array(65536);at=0;} slab.set(tb,at); const r=new Uint8Array(slab.buffer,at,656); at+=656; return r;});
