#include "reports/spectrum_csv.h"

#include "core/text/text.h"
#include "reports/csv_row.h"

namespace loupe {

std::string spectraCsvHeader()
{
    return "name,dtype,shape,rows,columns,exact,largest,energy,rank,stable_rank,effective_rank,condition,rank_for_"
           "energy,"
           "energy_of_rank,matrix,error\n";
}

std::string spectraCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Spectrum>& spectrum,
    const SpectrumQuestions& questions)
{
    using Number = std::optional<double>;
    using Count = std::optional<std::uint64_t>;
    CsvRow row;
    row.text(checkpoint.tensors[tensor].name)
        .text(checkpoint.dtypeName(tensor))
        .text(formatShape(checkpoint.tensors[tensor].shape));
    if (!spectrum) {
        for (int i = 0; i < 12; ++i)
            row.text("");
        return row.text(describe(spectrum.error())).take();
    }
    row.number(Count(spectrum->matrix.rows)).number(Count(spectrum->matrix.columns)).flag(spectrum->isExact);
    row.number(Number(spectrum->largest())).number(Number(spectrum->energy())).number(Count(spectrum->rank()));
    row.number(spectrum->stableRank()).number(spectrum->effectiveRank()).number(spectrum->condition());
    row.number(Count(spectrum->rankFor(questions.share)));
    row.number(questions.rank ? Number(spectrum->energyKept(*questions.rank)) : Number());
    return row.text(spectrum->matrix.text).text("").take();
}

std::string spectrumValuesCsv(const Spectrum& spectrum)
{
    std::string text = spectrum.isExact ? "index,value,energy_kept\n" : "index,value,error,energy_kept\n";
    const std::vector<double> kept = spectrum.energyCurve();
    for (std::size_t i = 0; i < spectrum.values.size(); ++i) {
        CsvRow row;
        row.number(std::optional<std::uint64_t>(i + 1)).number(std::optional(spectrum.values[i]));
        if (!spectrum.isExact)
            row.number(std::optional(spectrum.errors[i]));
        text += row.number(std::optional(kept[i])).take();
    }
    return text;
}

} // namespace loupe
