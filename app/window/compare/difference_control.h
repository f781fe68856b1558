#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace loupe {

class AdapterControl;
class ComparisonView;
class WriteDialog;

/// Writing what changed between two compared checkpoints as a checkpoint of its own, or as a LoRA adapter, in a dialog
/// that does not keep the window waiting.
class DifferenceControl : public QObject {
    Q_OBJECT

public:
    DifferenceControl(ComparisonView& view, QWidget& window);

    /// B - A of what is selected, or, where nothing is, of all that is shown.
    void exportDifference();
    /// The adapter that leads from A to B.
    void extractAdapter();
    /// The dialog that is writing; null if none is.
    WriteDialog* writingDialog() const;

signals:
    void openWanted(const QString& path);

private:
    ComparisonView& m_view;
    QWidget& m_window;
    AdapterControl* m_adapters;
};

} // namespace loupe
