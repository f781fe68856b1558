#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace loupe {

class AdapterControl;
class ComparisonView;
class WriteDialog;

/// Writes the difference of two compared checkpoints as a checkpoint or as a LoRA adapter, in a non-blocking dialog.
class DifferenceControl : public QObject {
    Q_OBJECT

public:
    DifferenceControl(ComparisonView& view, QWidget& window);

    /// Writes B - A of the selection, or of everything shown if nothing is selected.
    void exportDifference();
    /// Writes the adapter that leads from A to B.
    void extractAdapter();
    /// The dialog that is currently writing; null if none is.
    WriteDialog* writingDialog() const;

signals:
    void openWanted(const QString& path);

private:
    ComparisonView& m_view;
    QWidget& m_window;
    AdapterControl* m_adapters;
};

} // namespace loupe
