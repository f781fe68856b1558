#pragma once

#include "analysis/filter/filter_completion.h"
#include "items/jobs/job_runner.h"

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

namespace loupe {

/// Which words a filter of what is open may go on with. What names, dtypes and shapes there are is collected in a job,
/// once somebody is about to type.
class FilterWords : public QObject {
    Q_OBJECT

public:
    using Checkpoints = std::vector<std::shared_ptr<const Checkpoint>>;

    explicit FilterWords(FilterSubject subject, QObject* parent = nullptr);

    /// Those that are filtered. What was known of others is forgotten.
    void setCheckpoints(Checkpoints checkpoints);
    /// Starts to collect, where that was not done yet: changed() follows.
    void collect();

    /// How the word may go on that ends at `cursor`, a position in `text`; see completeFilter().
    struct Completion {
        int begin = 0; ///< position in the text: what is replaced, up to the cursor
        std::vector<FilterChoice> choices;
    };
    Completion complete(const QString& text, int cursor) const;

signals:
    /// More is known.
    void changed();

private:
    const FilterSubject m_subject;
    Checkpoints m_checkpoints;
    std::shared_ptr<const FilterVocabulary> m_vocabulary;
    JobRunner m_job;
};

} // namespace loupe
