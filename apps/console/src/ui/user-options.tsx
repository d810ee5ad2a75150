import { byName } from './in-order.ts';

interface UserOptionsProps {
  users: readonly { user_id: string; name: string; email: string }[];
}

/** The choices of a `select` of users. */
export function UserOptions({ users }: UserOptionsProps) {
  return byName(users).map(({ user_id, name, email }) => (
    <option key={user_id} value={user_id}>
      {name} ({email})
    </option>
  ));
}
