#pragma once

#include "items/jobs/job_runner.h"
#include "items/writing/writing_preview.h"
#include "saving/casting/cast_cost.h"

#include <QObject>
#include <QStringList>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// The total cost of each kind of cast, over all tensors that it applies to.
using CastCosts = std::map<CastKind, CastCost>;

/// The result of writing.
struct WrittenOutput {
    QString path; ///< the path to open to see the result: the file, the index, or the folder
    quint64 files = 0;
    bool headerOnly = false; ///< only the header of one file was rewritten, in place
};

/// Makes a preview of a request, determines the cost of its casts, and carries it out; all off the UI thread.
class WritingJob : public QObject {
    Q_OBJECT

public:
    explicit WritingJob(QObject* parent = nullptr);
    ~WritingJob() override;

    /// previewed() follows. After several requests, only for the last one.
    void preview(WritingRequest request);
    /// Drops the request. Stops everything except writing.
    void forget();
    /// The preview of the newest request; null until it is ready.
    const WritingPreviewPtr& current() const { return m_current; }
    bool isPreviewing() const { return m_previewing.isRunning(); }

    /// Determines unknown costs of the current preview's casts by reading the values.
    void weigh();
    void stopWeighing() { m_weighing.stop(); }
    bool isWeighing() const { return m_weighing.isRunning(); }
    /// The costs known so far.
    const CastCosts& costs() const { return m_costs; }
    /// True if the current preview has casts that are not in costs().
    bool hasUnknownCosts() const;
    /// Drops the costs because the tensors are different now.
    void forgetCosts();

    /// Carries out the current preview. If that shows no existing files, none is replaced. written() or failed()
    /// follows; with Overflow if a cast would lose too many values, unless `overflows`. Precondition: isPossible().
    void write(bool verify, bool overflows = false);
    /// failed() with Stopped follows, unless all files are already in place.
    void stopWriting() { m_writing.askToStop(); }
    bool isWriting() const { return m_writing.isRunning(); }

signals:
    void previewed();
    /// In bytes of values that are read to check whether tensors are damaged, at most ten times a second.
    void previewProgressed(const loupe::JobProgress& progress);
    /// The entire preview has failed, for example because memory was exhausted.
    void previewFailed(const loupe::Error& error);
    /// costs() has grown.
    void weighed();
    void weighingChanged();
    void weighingFailed(const loupe::Error& error);
    /// In bytes of values, at most ten times a second.
    void weighingProgressed(const loupe::JobProgress& progress);
    void written(const loupe::WrittenOutput& output);
    void failed(const loupe::Error& error);
    void writingChanged();
    /// In bytes of tensors, counted again for verification; at most ten times a second.
    void writingProgressed(const loupe::JobProgress& progress);

private:
    WritingPreviewPtr m_current;
    CastCosts m_costs;
    std::shared_ptr<ReadTensors> m_readTensors = std::make_shared<ReadTensors>(); ///< shared with previews
    JobRunner m_previewing;
    JobRunner m_weighing;
    JobRunner m_writing;
};

} // namespace loupe
