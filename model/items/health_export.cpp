#include "items/health_export.h"

#include "analysis/health_csv.h"
#include "analysis/health_json.h"
#include "core/text.h"
#include "core/unread_parts.h"
#include "items/qt_text.h"

#include <QSaveFile>
#include <algorithm>

namespace loupe {

namespace {

/// Between two looks at whether to stop.
constexpr std::uint32_t stopInterval = 1024;

/// Calls `write(tensor, health)` for each tensor, until the file fails or the job is stopped.
template <typename Write>
bool writeAll(
    const OpenedCheckpoint& opened, const HealthResults& results, const QSaveFile& file, const Work& work, Write write)
{
    const std::uint32_t known = results.lookedAt();
    work.expect(known);
    for (std::uint32_t tensor = 0; tensor < known; ++tensor) {
        if (tensor % stopInterval == 0 && (work.stopped() || file.error() != QFileDevice::NoError))
            return false;
        work.advance(1);
        write(tensor, *results.find(*opened.checkpoint, tensor));
    }
    return true;
}

bool writeCsv(const OpenedCheckpoint& opened, const HealthResults& results, QSaveFile& file, const Work& work)
{
    file.write(QByteArray::fromStdString(healthCsvHeader()));
    return writeAll(opened, results, file, work, [&](std::uint32_t tensor, const Result<Health>& health) {
        file.write(QByteArray::fromStdString(healthCsvRow(*opened.checkpoint, tensor, health)));
    });
}

bool writeJson(const OpenedCheckpoint& opened, const HealthResults& results, QSaveFile& file, const Work& work)
{
    HealthDocument document(
        JsonWriter([&](std::string_view text) { file.write(text.data(), static_cast<qint64>(text.size())); }));
    if (!writeAll(opened, results, file, work, [&](std::uint32_t tensor, const Result<Health>& health) {
            document.add(*opened.checkpoint, tensor, health);
        }))
        return false;
    const std::vector<Error> unread = unreadParts(*opened.checkpoint);
    auto error = unread.empty() ? results.firstError() : std::optional(unread.front());
    if (!results.isComplete()) {
        error = Error{ErrorCode::Stopped,
            "the scan was stopped after " + formatCount(results.lookedAt()) + " of "
                + counted(results.tensors(), "tensor"),
            opened.checkpoint->path.string(), std::nullopt};
    }
    document.finish(error);
    return true;
}

} // namespace

HealthFormat healthFormatOf(const QString& path)
{
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? HealthFormat::Json : HealthFormat::Csv;
}

Result<> writeHealth(const OpenedCheckpoint& opened, const HealthResults& results, const QString& path,
    HealthFormat format, const Work& work)
{
    // Writes a sibling and renames it; what is not committed goes away.
    QSaveFile file(path);
    const auto write = format == HealthFormat::Json ? writeJson : writeCsv;
    if (file.open(QIODevice::WriteOnly) && write(opened, results, file, work) && file.commit())
        return {};
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    return fail(ErrorCode::Io, "cannot be written: " + file.errorString().toStdString(), toPath(path).string());
}

HealthExport::HealthExport(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::runningChanged, this, &HealthExport::runningChanged);
    connect(&m_job, &JobRunner::progressed, this, &HealthExport::progressed);
}

void HealthExport::start(OpenedCheckpointPtr opened, HealthResultsPtr results, const QString& path)
{
    auto job = [opened = std::move(opened), results = std::move(results), path](
                   const Work& work) { return writeHealth(*opened, *results, path, healthFormatOf(path), work); };
    m_job.start(std::move(job), [this, path](Result<> written) {
        if (written)
            emit finished(path);
        else
            emit failed(written.error());
    });
}

} // namespace loupe
