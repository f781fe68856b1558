#pragma once

#include "analysis/filter/filter_completion.h"
#include "items/jobs/job_runner.h"

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

namespace loupe {

/// Completions for filter words. The existing names, dtypes and shapes are collected in a job when the user starts to
/// type.
class FilterWords : public QObject {
    Q_OBJECT

public:
    using Checkpoints = std::vector<std::shared_ptr<const Checkpoint>>;

    explicit FilterWords(FilterSubject subject, QObject* parent = nullptr);

    /// Sets the filtered checkpoints. Drops what was collected from others.
    void setCheckpoints(Checkpoints checkpoints);
    /// Starts to collect, unless already done. changed() follows.
    void collect();

    /// The completions of the word that ends at `cursor`, a position in `text`; see completeFilter().
    struct Completion {
        int begin = 0; ///< the start of the range to replace, which ends at the cursor
        std::vector<FilterChoice> choices;
    };
    Completion complete(const QString& text, int cursor) const;

signals:
    /// More words are known.
    void changed();

private:
    const FilterSubject m_subject;
    Checkpoints m_checkpoints;
    std::shared_ptr<const FilterVocabulary> m_vocabulary;
    JobRunner m_job;
};

} // namespace loupe
