#include "items/session/digest_job.h"

#include "core/stored_bytes.h"
#include "items/jobs/qt_text.h"

namespace loupe {

DigestJob::DigestJob(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::progressed, this, &DigestJob::progressed);
    connect(&m_job, &JobRunner::runningChanged, this, &DigestJob::runningChanged);
}

void DigestJob::startFile(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t file, DigestAlgorithm algorithm)
{
    auto job = [checkpoint = std::move(checkpoint), file, algorithm](const Work& work) -> Result<std::string> {
        const CheckpointFile& asked = checkpoint->files[file];
        if (!asked.source)
            return fail(ErrorCode::NotFound, "the file could not be opened", asked.path.string());
        return digestFile(*asked.source, algorithm, work);
    };
    m_job.start(std::move(job), [this](Result<std::string> digest) { deliver(std::move(digest)); });
}

void DigestJob::startTensor(
    std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor, DigestAlgorithm algorithm)
{
    auto job = [checkpoint = std::move(checkpoint), tensor, algorithm](
                   const Work& work) { return digestTensor(*storedBytesOf(checkpoint), tensor, algorithm, work); };
    m_job.start(std::move(job), [this](Result<std::string> digest) { deliver(std::move(digest)); });
}

void DigestJob::stop()
{
    m_job.stop();
}

void DigestJob::deliver(Result<std::string> digest)
{
    if (digest)
        emit finished(toQString(*digest));
    else
        emit failed(digest.error());
}

} // namespace loupe
