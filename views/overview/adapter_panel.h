#pragma once

#include "items/adapters/adapter_report.h"
#include "items/jobs/job_runner.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <vector>

class QPushButton;

namespace loupe {

class AdapterModel;
class BaseButton;
class ModuleTable;
struct ModelReport;
class SelectableLabel;

/// What a LoRA adapter changes, module by module, and whether it fits a base that one chooses.
class AdapterPanel : public QWidget {
    Q_OBJECT

public:
    explicit AdapterPanel(std::shared_ptr<const Checkpoint> checkpoint, QWidget* parent = nullptr);

    static bool isFor(const ModelReport& report);

    /// A file or folder.
    void setBase(const QString& path);
    bool isBusy() const { return m_job.isRunning(); }
    const AdapterModel& model() const { return *m_model; }

signals:
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);
    /// Something is to be written; the report has the base that was chosen, if one was.
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
    std::vector<QPushButton*> m_writings; ///< what can be written
    JobRunner m_job;
};

} // namespace loupe
