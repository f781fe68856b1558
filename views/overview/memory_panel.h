#pragma once

#include "insight/model_checks.h"

#include <QWidget>

#include <cstdint>
#include <memory>

class QBoxLayout;
class QDoubleSpinBox;
class QLabel;

namespace loupe {

class SelectableLabel;

/// What memory a model takes: its weights as they are stored and at other precisions, and the cache of keys and values
/// for a context and a number of sequences that one chooses.
class MemoryPanel : public QWidget {
    Q_OBJECT

public:
    /// `storedBytes`: of all weights.
    MemoryPanel(std::uint64_t storedBytes, std::shared_ptr<const ModelReport> report, QWidget* parent = nullptr);

    /// Whether it is a model to run, and all of it.
    static bool isFor(const Checkpoint& checkpoint, const ModelReport& report);

private:
    void addWeights(QBoxLayout& rows, std::uint64_t storedBytes) const;
    void addCache(QBoxLayout& rows);
    void showCache();

    std::shared_ptr<const ModelReport> m_report;
    QDoubleSpinBox* m_tokens = nullptr; ///< null if the model has no cache, or its size is not known
    QDoubleSpinBox* m_sequences = nullptr;
    QLabel* m_cache = nullptr;
    SelectableLabel* m_formula = nullptr;
};

} // namespace loupe
