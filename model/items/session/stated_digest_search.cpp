#include "items/session/stated_digest_search.h"

#include "analysis/digests/hub_digest.h"
#include "analysis/digests/side_car.h"
#include "core/remote/remote_files.h"

#include <utility>

namespace loupe {

namespace {

/// Sends no requests: checksum files next to remote files are not looked for, and a hub's digest is known since the
/// file was opened.
std::optional<StatedFileDigest> findStatedDigest(
    const std::filesystem::path& file, const Source* source, const Work& work)
{
    if (auto found = isAddress(file) ? std::nullopt : findSideCar(file, work))
        return StatedFileDigest{found->algorithm, std::move(found->digest), std::move(found->path)};
    const auto stated = source ? findHubDigest(*source) : std::nullopt;
    if (!stated || stated->kind != HubDigest::Kind::Sha256)
        return std::nullopt;
    return StatedFileDigest{DigestAlgorithm::Sha256, stated->digest, {}};
}

} // namespace

StatedDigestSearch::StatedDigestSearch(QObject* parent)
    : QObject(parent)
{
}

void StatedDigestSearch::start(std::filesystem::path file, std::shared_ptr<const Source> source)
{
    clear();
    auto job = [file = std::move(file), source = std::move(source)](
                   const Work& work) { return findStatedDigest(file, source.get(), work); };
    m_job.start(std::move(job), [this](std::optional<StatedFileDigest> found) {
        m_found = std::move(found);
        emit finished();
    });
}

void StatedDigestSearch::clear()
{
    m_job.stop();
    m_found.reset();
}

} // namespace loupe
