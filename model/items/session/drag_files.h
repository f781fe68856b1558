#pragma once

#include "items/jobs/job_runner.h"
#include "items/writing/writing_request.h"

#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

class QTemporaryDir;

namespace loupe {

/// Tensors as `.npy` files that are there before they are dragged out of the window: whoever they are dropped on copies
/// them at a moment of its own, and may look at them while they hover. They go away with the object.
class DragFiles : public QObject {
    Q_OBJECT

public:
    /// What is dragged is written twice, and until the first time is over there is nothing to drag: beyond this,
    /// exporting is what people want. Bytes of tensors as they will be.
    static constexpr std::uint64_t mostBytes = std::uint64_t{1} << 30;
    static constexpr std::size_t mostFiles = 1000;

    explicit DragFiles(QObject* parent = nullptr);
    ~DragFiles() override;

    /// Writes each tensor of the recipe into a file of its own. ready() or failed() follows, for the last of several
    /// calls. Fails with TooLarge beyond the limits above, and as planning and writing do.
    void prepare(RecipeMaker recipe);
    void stop() { m_job.stop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void ready(const QStringList& paths);
    void failed(const loupe::Error& error);
    /// Bytes of tensors, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);

private:
    JobRunner m_job;
    std::vector<std::shared_ptr<QTemporaryDir>> m_folders; ///< an earlier one may still be copied from
};

} // namespace loupe
