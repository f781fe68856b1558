#include "items/comparison_export.h"

#include "analysis/comparison_csv.h"
#include "analysis/comparison_json.h"
#include "core/text.h"

namespace loupe {

namespace {

/// Between two looks at whether to stop.
constexpr std::uint32_t stopInterval = 1024;

/// Calls `write(pair, outcome)` for each pair, until the file fails or the job is stopped.
template <typename Write>
bool writeAll(
    const ComparisonResults& results, std::uint32_t known, const QFileDevice& file, const Work& work, Write write)
{
    work.expect(known);
    for (std::uint32_t pair = 0; pair < known; ++pair) {
        if (pair % stopInterval == 0 && (work.stopped() || file.error() != QFileDevice::NoError))
            return false;
        work.advance(1);
        write(results.paired()->pairs[pair], *results.find(pair));
    }
    return true;
}

bool writeCsv(const ComparisonResults& results, QFileDevice& file, const Work& work)
{
    const PairedCheckpoints& paired = *results.paired();
    file.write(QByteArray::fromStdString(comparisonCsvHeader()));
    return writeAll(results, results.lookedAt(), file, work, [&](const TensorPair& pair, const PairOutcome& outcome) {
        file.write(QByteArray::fromStdString(comparisonCsvRow(*paired.a, *paired.b, pair, outcome)));
    });
}

bool writeJson(const ComparisonResults& results, QFileDevice& file, const Work& work)
{
    const PairedCheckpoints& paired = *results.paired();
    const std::uint32_t known = results.lookedAt();
    ComparisonDocument document(
        JsonWriter([&](std::string_view text) { file.write(text.data(), static_cast<qint64>(text.size())); }),
        *paired.a, *paired.b, paired.metadata);
    ComparisonCounts counts;
    if (!writeAll(results, known, file, work, [&](const TensorPair& pair, const PairOutcome& outcome) {
            document.add(pair, outcome);
            counts.add(*paired.a, *paired.b, pair, outcome, {});
        }))
        return false;
    auto error = results.firstError();
    const bool whole = known == paired.pairs.size();
    if (!whole) {
        error = Error{ErrorCode::Stopped,
            "the comparison was stopped after " + formatCount(known) + " of " + counted(paired.pairs.size(), "pair"),
            paired.a->path.string(), std::nullopt};
    }
    document.finish(counts, counts.unequal == 0 && !error && paired.metadata.empty(), error);
    return true;
}

} // namespace

ComparisonFormat comparisonFormatOf(const QString& path)
{
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? ComparisonFormat::Json : ComparisonFormat::Csv;
}

ContentWriter comparisonContent(ComparisonResultsPtr results, ComparisonFormat format)
{
    const auto write = format == ComparisonFormat::Json ? writeJson : writeCsv;
    return [results = std::move(results), write](
               QFileDevice& file, const Work& work) { return write(*results, file, work); };
}

} // namespace loupe
