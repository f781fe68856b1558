#pragma once

#include "items/adapters/adapter_report.h"
#include "items/jobs/job_runner.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

class QPushButton;

namespace loupe {

class AdapterModel;
class BaseButton;
class ModuleTable;
struct ModelReport;
class SelectableLabel;

/// The modules that a LoRA adapter changes, and whether it fits a base that the user chooses.
class AdapterPanel : public QWidget {
    Q_OBJECT

public:
    explicit AdapterPanel(std::shared_ptr<const Checkpoint> checkpoint, QWidget* parent = nullptr);

    static bool isFor(const ModelReport& report);

    /// `path`: a file or folder.
    void setBase(const QString& path);
    bool isBusy() const { return m_job.isRunning(); }
    const AdapterModel& model() const { return *m_model; }

signals:
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);
    /// The user wants to write something. The report includes the chosen base, if any.
    void writingWanted(loupe::AdapterReportPtr report, loupe::AdapterWriting what);

private:
    QPushButton* addWriting(const QString& text, const QString& toolTip, AdapterWriting what);
    void showReport(const Result<AdapterReportPtr>& report);
    QString commonFigures() const;
    QString definitions() const;
    QString summary(const AdapterReport& report) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    AdapterModel* m_model;
    ModuleTable* m_table;
    SelectableLabel* m_summary;
    BaseButton* m_choose;
    std::vector<std::pair<QPushButton*, AdapterWriting>> m_writings; ///< one per AdapterWriting offered
    JobRunner m_job;
};

} // namespace loupe
