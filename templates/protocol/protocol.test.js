// What every protocol promises, whatever happens to its parties: the tests of those that come with Cahoots. Run it with: npm test
import { holdToContract } from 'cahoots/testing';
import mine from './protocol.js';

holdToContract(new URL('scenario.yaml', import.meta.url), [mine]);
