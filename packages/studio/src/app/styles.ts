// The layered styles of Mantine are imported first, so that ours override them without tricks.
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './base.css'
import './shell.css'
