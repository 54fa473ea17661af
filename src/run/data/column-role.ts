/** What a column may be for, by its name. */

/** It tells rows apart, it counts them, or it says who holds them. */
export type Role = 'identifier' | 'count' | 'holder';

const IDENTIFIER = /^(?:id|uuid|guid|key|identifier|mrn|nr|no)$/;
/** Alone, as in `patient`: `patient_age` is another matter. */
const IDENTIFIED = /^(?:patient|subject|participant|person|case|record|customer|user|sample)(?:id|nr|no)?$/;
/** What a first column without a name is called. */
export const ROW_NAMES = 'unnamed column';
/** Of names such as `covid` and `body mass index` only those that count rows. */
const COUNT = /(?:^|[^a-z])(?:number|index|row)\.?$|id$|^(?:unnamed.*)?$/i;
const HOLDER =
  /^(?:client|hospital|clinic|practice|site|centre|center|institution|institute|organi[sz]ation|facility|bank|branch|owner|holder|klinik|krankenhaus|praxis|standort)$/;
/** What may follow a holder, as in `hospital_name`. */
const OF_HOLDER = /^(?:id|nr|no|name|code)$/;

/** The role that a name suggests: `id`, `Patient-Nr`, `row_number`, `customerID`, `hospital_id`. */
export function roleOf(name: string): Role | undefined {
  const words = name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== '');
  const [first = '', ...rest] = words.map((word) => word.toLowerCase());
  const last = rest.at(-1) ?? first;
  if (HOLDER.test(first) && (rest.length === 0 || (rest.length === 1 && OF_HOLDER.test(last))))
    return 'holder';
  if (IDENTIFIER.test(last) || (rest.length === 0 && IDENTIFIED.test(first))) return 'identifier';
  return COUNT.test(name) ? 'count' : undefined;
}
