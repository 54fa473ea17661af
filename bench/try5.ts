import { cpuMs } from './cpu.ts';
import { Bus } from '../src/sim/bus.ts';
import { TraceWriter } from '../src/trace/writer.ts';
import { Ledger } from '../src/trace/ledger.ts';
import crypto from 'node:crypto';
let sink:any;
function time(name:string,f:(i:number)=>any,n=400000){ for(let i=0;i<n/2;i++) sink=f(i); const r:number[]=[]; for(let k=0;k<7;k++){const t=cpuMs(); for(let i=0;i<n;i++) sink=f(i); r.push((cpuMs()-t)/n*1e6);} console.log(name.padEnd(30),r.sort((a,b)=>a-b)[3]!.toFixed(0),'ns'); }
const payload=new Uint8Array(10); const roles=[{role:'server'},{role:'client',count:1000}];
{ const bus=new Bus(); const w=new TraceWriter({roles,scenario:null}); w.attach(bus);
bus.emit('labelled',{timeNs:1,actor:1,phase:'a',round:1}); bus.emit('finished',{timeNs:1,actor:1,result:payload}); bus.emit('refused',{timeNs:1,id:1,by:1,reason:'x'});
if(process.argv[2]!=='x')time('trace sent+delivered',i=>{ bus.emit('sent',{timeNs:i*1000,id:i,from:0,to:i%1000,type:'ask',payload,wireBytes:76,elements:0,digest:5}); bus.emit('delivered',{timeNs:i*1000+5e7,id:i,from:0,to:i%1000,payload,wireBytes:76,retransmissions:0,digest:5}); }); }
{ const bus=new Bus(); const w=new Ledger(roles); w.attach(bus);
time('ledger sent+delivered',i=>{ bus.emit('sent',{timeNs:i*1000,id:i,from:0,to:i%1000,type:'ask',payload,wireBytes:76,elements:0,digest:5}); bus.emit('delivered',{timeNs:i*1000+5e7,id:i,from:0,to:i%1000,payload,wireBytes:76,retransmissions:0,digest:5}); }); }
{ const bus=new Bus(); time('bus only',i=>{ bus.emit('sent',{timeNs:i*1000,id:i,from:0,to:i%1000,type:'ask',payload,wireBytes:76,elements:0,digest:5}); bus.emit('delivered',{timeNs:i*1000+5e7,id:i,from:0,to:i%1000,payload,wireBytes:76,retransmissions:0,digest:5}); }); }
const h=crypto.createHash('sha256'); const chunk=Buffer.alloc(32768); time('sha per 82 bytes of 32k',()=>0,10); const t=cpuMs(); for(let i=0;i<2000;i++)h.update(chunk); console.log('sha',((cpuMs()-t)/2000/32768*82*1e6).toFixed(0),'ns per 82 B');
for (const enc of ['hex','latin1','base64','buffer'] as const) time('crypto.hash '+enc,i=>(crypto as any).hash('sha256','[1,"statistical","actors","network","latency","server","client-'+i+'"]',enc),100000);
