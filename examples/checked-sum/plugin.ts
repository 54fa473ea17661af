// Both sums, for the command line: cahoots audit same-masks.yaml --plugin plugin.ts
import { plugin } from 'cahoots';
import { checkedSum } from 'cahoots/blocks';
import { validatedSum } from './sum.ts';

export const sameMasks = checkedSum(validatedSum('same-masks', 'same'));
export const ownMasks = checkedSum(validatedSum('own-masks', 'own'));

export default plugin(import.meta.url, { name: 'checked-sum', protocols: [sameMasks, ownMasks] });
