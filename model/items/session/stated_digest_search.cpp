#include "items/session/side_car_search.h"

#include "analysis/digests/hub_digest.h"
#include "core/remote_files.h"

namespace loupe {

namespace {

struct Statement {
    std::optional<SideCar> digest;
    bool isOfHub = false;
};

} // namespace

SideCarSearch::SideCarSearch(QObject* parent)
    : QObject(parent)
{
}

void SideCarSearch::start(std::filesystem::path file, std::shared_ptr<const Source> source)
{
    clear();
    auto job = [file = std::move(file), source = std::move(source)](const Work& work) -> Statement {
        // Another machine is asked for nothing that nobody looks at.
        if (auto found = isAddress(file) ? std::nullopt : findSideCar(file, work))
            return {std::move(found), false};
        const auto stated = source ? findHubDigest(*source) : std::nullopt;
        if (!stated || stated->kind != HubDigest::Kind::Sha256)
            return {};
        return {SideCar{stated->statedBy, DigestAlgorithm::Sha256, stated->digest}, true};
    };
    m_job.start(std::move(job), [this](Statement statement) {
        m_found = std::move(statement.digest);
        m_isOfHub = statement.isOfHub;
        emit finished();
    });
}

void SideCarSearch::clear()
{
    m_job.stop();
    m_found.reset();
    m_isOfHub = false;
}

} // namespace loupe
