#pragma once

#include "items/adapters/adapter_report.h"
#include "items/jobs/job_runner.h"

#include <QWidget>

#include <cstdint>
#include <memory>

class QPushButton;

namespace loupe {

class AdapterModel;
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
    /// The base with the modules that fit it is to be written.
    void mergeWanted(loupe::AdapterReportPtr report);

private:
    void chooseBase();
    void showReport(const Result<AdapterReportPtr>& report);
    QString commonFigures() const;
    QString definitions() const;
    QString summary(const AdapterReport& report) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    AdapterModel* m_model;
    ModuleTable* m_table;
    SelectableLabel* m_summary;
    QPushButton* m_choose;
    QPushButton* m_merge;
    JobRunner m_job;
};

} // namespace loupe
