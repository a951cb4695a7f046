import { DatePicker } from '@mantine/dates'

interface Props {
  /** `2027-07-02` */
  day: string
  onChange: (day: string) => void
  /** Days with a marker. */
  isMarked: (day: string) => boolean
}

/** A month to choose a day from. */
export function DayCalendar({ day, onChange, isMarked }: Props) {
  return (
    <DatePicker
      value={day}
      defaultDate={day}
      onChange={(chosen) => {
        if (chosen) onChange(chosen.slice(0, 10))
      }}
      renderDay={(date) => (
        <span className="calendar-day" data-marked={isMarked(date.slice(0, 10)) || undefined}>
          {Number(date.slice(8, 10))}
        </span>
      )}
    />
  )
}
