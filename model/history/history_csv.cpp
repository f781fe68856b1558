#include "history/history_csv.h"

#include "core/text/text.h"
#include "reports/csv_row.h"

#include <cstdint>

namespace loupe {

std::string historyCsv(const RunHistory& history)
{
    std::string text = "step,path,bytes,time,whole,reason,tensors,elements,norm,mean,largest,nan,positive_inf,"
                       "negative_inf,change,change_note,first_nonfinite_tensor,first_nonfinite_index,unknown_tensors,"
                       "epoch\n";
    for (const HistoryStep& step : history.steps) {
        using Count = std::optional<std::uint64_t>;
        const RunCheckpoint& checkpoint = step.checkpoint;
        const StepFigures figures = step.figures.value_or(StepFigures());
        const bool isWhole = step.figures.has_value();
        CsvRow row;
        row.number(checkpoint.step).text(checkpoint.path.string()).number(checkpoint.bytes);
        row.text(isoTime(checkpoint.modified)).flag(isWhole).text(checkpoint.whyNotWhole);
        row.number(isWhole ? Count(figures.tensors) : Count()).number(isWhole ? Count(figures.elements) : Count());
        row.number(figures.norm).number(figures.mean).number(figures.largest);
        for (const std::uint64_t count : {figures.nan, figures.positiveInf, figures.negativeInf})
            row.number(isWhole ? Count(count) : Count());
        row.number(step.change).text(step.changeNote);
        row.text(step.firstNonfinite ? step.firstNonfinite->tensor : "");
        row.number(step.firstNonfinite ? Count(step.firstNonfinite->index) : Count());
        row.number(isWhole ? Count(figures.unknown) : Count()).number(checkpoint.epoch);
        text += row.take();
    }
    return text;
}

} // namespace loupe
