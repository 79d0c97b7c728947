import { contractOfSupervisor } from '../../../contract/supervisor.ts';
import { makeSubject } from './subject.ts';

contractOfSupervisor('the supervisor of processes', makeSubject);
