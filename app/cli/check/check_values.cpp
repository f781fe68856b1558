#include "app/cli/check/check_values.h"

#include "analysis/statistics/health.h"
#include "app/cli/progress_bar.h"
#include "app/cli/scan/scan_findings.h"
#include "core/checked_math.h"
#include "core/text/text.h"
#include "insight/value_checks.h"

#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace loupe {

namespace {

/// Groups unreadable tensors by reason, because a truncated file may lack thousands.
class UnreadTensors {
public:
    void add(const Error& error)
    {
        ++m_reasons.try_emplace({error.code, error.path}, Reason{error, 0}).first->second.tensors;
    }
    std::vector<Error> list() const
    {
        std::vector<Error> errors;
        for (const auto& [key, reason] : m_reasons) {
            errors.push_back(reason.first);
            if (reason.tensors > 1)
                errors.back().message =
                    counted(reason.tensors, "tensor") + " could not be read; the first: " + reason.first.message;
        }
        return errors;
    }

private:
    struct Reason {
        Error first;
        std::uint64_t tensors = 0;
    };
    std::map<std::pair<ErrorCode, std::string>, Reason> m_reasons;
};

} // namespace

Result<CheckedValues> checkAllValues(
    const std::shared_ptr<const Checkpoint>& checkpoint, const ModelReport& report, const Session& session)
{
    std::vector<std::uint32_t> tensors(checkpoint->tensors.size());
    std::iota(tensors.begin(), tensors.end(), 0U);
    std::uint64_t bytes = 0;
    for (const Tensor& tensor : checkpoint->tensors)
        bytes = saturatingAdd(bytes, valueBytes(tensor));
    ProgressBar bar(!session.options().quiet);
    bar.expect(bytes);
    bar.beginStep(bytes);
    std::vector<WeightValues> values(tensors.size());
    UnreadTensors unread;
    Findings ofTensors;
    const KnownFindings known(*checkpoint);
    const auto done = scanHealth(
        checkpoint, tensors, session.work(&bar.progress()), [&](std::uint32_t tensor, const Result<Health>& health) {
            if (!health) {
                unread.add(health.error());
                return;
            }
            values[tensor] = weightValues(*health);
            addScanFindings(*checkpoint, tensor, health, ofTensors);
            for (const Finding& finding : health->findings) {
                if (!known.has(finding))
                    ofTensors.add(finding);
            }
        });
    if (!done)
        return fail(done.error());
    CheckedValues checked{.findings = {}, .unread = unread.list()};
    checkValues(*checkpoint, report, values, checked.findings);
    checked.findings.append(ofTensors);
    return checked;
}

} // namespace loupe
