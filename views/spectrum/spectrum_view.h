#pragma once

#include "analysis/spectrum/spectrum_request.h"
#include "items/jobs/job_runner.h"
#include "items/spectrum/recent_spectra.h"
#include "items/spectrum/spectrum_text.h"
#include "items/writing/file_saver.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>

class QSpinBox;
class QToolButton;

namespace loupe {

class ChoiceSwitch;
class ElidedLabel;
class SpectrumChart;
class SpectrumFigures;

enum class SpectrumFile : std::uint8_t { Png, Csv };

/// The singular values of a tensor seen as a matrix, or of the difference of two: a chart, with statistics below it.
/// Computes them only while visible: automatically if that takes only a moment, else on request. Keeps recent results.
class SpectrumView : public QWidget {
    Q_OBJECT

public:
    explicit SpectrumView(QWidget* parent = nullptr);

    /// Sets what to show, with its name. Keeps known results if the tensors are the same.
    void setSubject(const QString& name, const SpectrumRequest::Side& a, std::optional<SpectrumRequest::Side> b = {});
    /// Shows why there is nothing to show, with the name of the tensor, if any.
    void setReason(const QString& sentence, const QString& name = {});
    /// Says if the view is visible: starts and stops work accordingly.
    void setActive(bool active);

    bool isBusy() const { return m_job.isRunning(); }
    void stop();

    SpectrumChart& chart() { return *m_chart; }
    QToolButton& computeButton() { return *m_compute; }
    /// The text below the chart.
    QString readout() const;
    QString changeSentence() const;
    /// Writes what is shown to a file. Emits saveFailed() on failure.
    void save(SpectrumFile kind, const QString& path);

signals:
    void busyChanged();
    /// A file could not be written: `sentence` names it and says why.
    void saveFailed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeControls();
    void layOut();
    void connectParts();
    void chooseMatrix();
    void follow();
    void begin();
    void present(const SpectrumPtr& spectrum);
    void showMessage(const QString& sentence);
    void showReadout();
    void updateControls();
    void copyData() const;
    void chooseFile(SpectrumFile kind);
    std::uint64_t unagreed() const;

    std::optional<SpectrumRequest> m_request; ///< nothing if there is nothing to show
    QString m_name;
    bool m_active = false;
    bool m_isAsked = false; ///< the user requested it, however long it takes
    RecentSpectra m_recent;
    SpectrumPtr m_known; ///< the result for m_request; null if not known yet
    ElidedLabel* m_title;
    QSpinBox* m_stacked; ///< -1: flattened
    ChoiceSwitch* m_curve;
    QToolButton* m_compute;
    QToolButton* m_stop; ///< visible only while it computes
    QToolButton* m_export;
    ElidedLabel* m_change; ///< visible only for a pair
    SpectrumChart* m_chart;
    ElidedLabel* m_readout;
    SpectrumFigures* m_figures;
    JobRunner m_job;
    FileSaver m_saver;
};

} // namespace loupe
