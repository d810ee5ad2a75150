import type { TeamMember, TeamView } from '@callside/schemas';
import { recordingView } from '../../calls/index.ts';
import type { MemberOnFile, TeamOnFile } from './team.store.ts';

export function teamView(team: TeamOnFile): TeamView {
  return {
    at: team.at.toISOString(),
    silent_after_minutes: team.silentMinutes,
    items: team.members.map((member) => memberView(member, team)),
  };
}

function memberView(member: MemberOnFile, team: TeamOnFile): TeamMember {
  const { name, snapshot, offersShown, offersSold } = member;
  const recording = recordingView(snapshot);
  return {
    email: snapshot.agentEmail,
    name,
    team: member.team,
    call: callView(member, team),
    recording: recording && {
      ...(recording.by !== undefined && { by: recording.by }),
      paused: recording.paused,
      companion: recording.companion,
      state: recording.state,
    },
    offers_shown: offersShown,
    offers_sold: offersSold,
  };
}

function callView({ snapshot: { state }, lastSignAt }: MemberOnFile, { at, silentMinutes }: TeamOnFile) {
  if (state.call === null) return null;
  const { reference, phoneNumber, customerId, customer, startedAt } = state.call;
  const minutes = Math.floor((at.getTime() - (lastSignAt ?? startedAt).getTime()) / 60_000);
  return {
    reference,
    phone_number: phoneNumber,
    customer_id: customerId,
    customer,
    started_at: startedAt.toISOString(),
    on_hold: state.onHold,
    silent_for_minutes: minutes >= silentMinutes ? minutes : null,
  };
}
