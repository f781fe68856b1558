#pragma once

#include "items/adapters/adapter_report.h"

#include <QObject>
#include <QString>

#include <memory>

class QWidget;

namespace loupe {

struct WriteTask;
class RecipeChoice;

/// Writes LoRA adapters, and models with adapters merged, in non-blocking dialogs.
class AdapterControl : public QObject {
    Q_OBJECT

public:
    explicit AdapterControl(QWidget& window);

    void write(const AdapterReportPtr& report, AdapterWriting what);
    /// Writes the adapter that leads from one model to the other.
    void extract(std::shared_ptr<const Checkpoint> base, std::shared_ptr<const Checkpoint> tuned);

signals:
    void openWanted(const QString& path);
    void written(const QString& path);

private:
    void show(WriteTask task, RecipeChoice* choice);

    QWidget& m_window;
};

} // namespace loupe
