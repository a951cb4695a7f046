// The layered files of the library come first, so that what is ours needs no tricks to go before it.
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './base.css'
import './shell.css'
