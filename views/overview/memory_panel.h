#pragma once

#include "insight/model_checks.h"

#include <QWidget>

#include <cstdint>
#include <memory>

class QBoxLayout;
class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace loupe {

class SelectableLabel;

/// The memory that a model needs: its weights as stored and at other precisions, the KV cache for a chosen context
/// length, batch size and precision, and both together.
class MemoryPanel : public QWidget {
    Q_OBJECT

public:
    /// `storedBytes`: the size of all weights.
    MemoryPanel(std::uint64_t storedBytes, std::shared_ptr<const ModelReport> report, QWidget* parent = nullptr);

    /// Whether the checkpoint is a complete, runnable model.
    static bool isFor(const Checkpoint& checkpoint, const ModelReport& report);

private:
    void addWeights(QBoxLayout& rows) const;
    void addCache(QBoxLayout& rows);
    void showCache();

    std::uint64_t m_storedBytes;
    std::shared_ptr<const ModelReport> m_report;
    QDoubleSpinBox* m_tokens = nullptr; ///< null if the model has no cache or its size is unknown
    QDoubleSpinBox* m_sequences = nullptr;
    QComboBox* m_precision = nullptr; ///< its data: bytes of each cached number
    QLabel* m_cache = nullptr;
    QLabel* m_total = nullptr;
    SelectableLabel* m_formula = nullptr;
};

} // namespace loupe
