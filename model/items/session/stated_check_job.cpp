#include "items/session/stated_check_job.h"

#include "analysis/digests/stated_check.h"
#include "items/jobs/qt_text.h"

#include <QStringList>

#include <algorithm>
#include <numeric>

namespace loupe {

namespace {

StatedOutcome outcomeOf(const std::vector<Result<CheckedDigests>>& checked)
{
    StatedOutcome outcome;
    QStringList algorithms;
    for (std::uint32_t tensor = 0; tensor < checked.size(); ++tensor) {
        const Result<CheckedDigests>& digests = checked[tensor];
        if (!digests) {
            ++outcome.unreadable;
            if (!outcome.firstError)
                outcome.firstError = digests.error();
            continue;
        }
        ++(digests->empty() ? outcome.unstated : outcome.checked);
        if (!areSame(*digests)) {
            outcome.different.push_back(tensor);
            outcome.differentParts += std::ranges::any_of(
                *digests, [](const CheckedDigest& digest) { return !digest.isSame() && !digest.stated.whole.empty(); });
        }
        for (const CheckedDigest& digest : *digests) {
            const QString name = toQString(statedAlgorithmName(digest.stated.algorithm));
            if (!algorithms.contains(name))
                algorithms += name;
        }
    }
    outcome.algorithms = algorithms.join(QStringLiteral(", "));
    return outcome;
}

} // namespace

StatedCheckJob::StatedCheckJob(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::progressed, this, &StatedCheckJob::progressed);
    connect(&m_job, &JobRunner::runningChanged, this, &StatedCheckJob::runningChanged);
}

void StatedCheckJob::start(std::shared_ptr<const Checkpoint> checkpoint)
{
    auto job = [checkpoint = std::move(checkpoint)](const Work& work) -> Result<StatedOutcome> {
        std::vector<std::uint32_t> all(checkpoint->tensors.size());
        std::iota(all.begin(), all.end(), std::uint32_t{0});
        const auto checked = checkStatedDigests(*checkpoint, all, work);
        return checked ? Result<StatedOutcome>(outcomeOf(*checked)) : fail(checked.error());
    };
    m_job.start(std::move(job), [this](const Result<StatedOutcome>& outcome) {
        if (outcome)
            emit finished(*outcome);
        else
            emit failed(outcome.error());
    });
}

} // namespace loupe
